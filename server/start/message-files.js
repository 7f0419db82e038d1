/** Matches files with messages by their imports: these are compiled in builds, and tests search them for messages. */
export const filesWithMessages = /["/]text\.ts"|rich-text\.ts"/;
