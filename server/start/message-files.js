/** Files with messages, by what they import: these are compiled when pages are built, and tests find their messages there. */
export const filesWithMessages = /["/]text\.ts"|rich-text\.ts"/;
