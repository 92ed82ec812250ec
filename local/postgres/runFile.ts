import postgres from "postgres";

/**
 * Runs a whole SQL file at once. Throws one sentence that names the file, and the line if Postgres gives a position.
 * Syntax errors and unknown names have a position; run-time errors, such as a violated constraint, have none.
 * @param path names the file in the sentence
 */
export async function runFile(sql: postgres.TransactionSql, path: string, text: string): Promise<void> {
  try {
    await sql.unsafe(text).simple();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const place = error.position === undefined ? path : `${path}:${lineAt(text, Number(error.position))}`;
    const details = [error.detail, error.hint].filter((part) => part !== undefined && part !== "").join(" ");
    throw new Error(`${place}: ${error.message} (${error.code})${details && `. ${details}`}`);
  }
}

/** @param position counts characters, not UTF-16 units, from 1 */
const lineAt = (text: string, position: number): number =>
  [...text].slice(0, position - 1).filter((char) => char === "\n").length + 1;
