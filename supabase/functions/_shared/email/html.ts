const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Returns the text for HTML, also within attributes in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? sign);
