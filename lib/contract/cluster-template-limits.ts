/** Limits of templates per user or project, and of their texts in characters. */
export const clusterTemplateLimits = { templates: 20, name: 80, description: 200, text: 12_000 } as const;
