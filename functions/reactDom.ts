/**
 * Stands in for `react-dom` in the Worker, which renders to streams and never into a document (patches/@remix-run+dev). The
 * libraries of components import these functions, and call them in browsers only.
 */
export const flushSync = <Result>(run: () => Result): Result => run();
export const createPortal = (): null => null;
