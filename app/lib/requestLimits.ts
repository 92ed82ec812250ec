/** The size limits of requests to the Worker, in bytes. A larger one fails with `request/too-large`. */
export const FORM_MAX_BYTES = 64 * 1024;
/**
 * Fits a glossary at all of its limits: terms, notes and translations into as many languages as a meeting has, in a script
 * of three bytes a letter.
 */
export const GLOSSARY_MAX_BYTES = 2 * 1024 * 1024;

/** Returns the limit for a path. Pages send small forms; lines and files of a meeting do not pass through the Worker. */
export const maxBodyBytes = (pathname: string): number => (isGlossary(pathname) ? GLOSSARY_MAX_BYTES : FORM_MAX_BYTES);

export const isGlossary = (pathname: string): boolean => /^\/glossary(?:\.data)?$/u.test(pathname);
