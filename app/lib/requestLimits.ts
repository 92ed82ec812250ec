/** How much a page may send the Worker at once, in bytes. More is `request/too-large`. */
const FORM_MAX_BYTES = 64 * 1024;
/**
 * A glossary with all the terms that it may have, each with a whole note and as many whole translations as a meeting has
 * languages, in a script of three bytes a letter.
 */
export const GLOSSARY_MAX_BYTES = 2 * 1024 * 1024;

/** By the path that is posted to. Pages send small forms; a meeting's lines and files never pass the Worker. */
export const maxBodyBytes = (pathname: string): number =>
  /^\/glossary(?:\.data)?$/u.test(pathname) ? GLOSSARY_MAX_BYTES : FORM_MAX_BYTES;
