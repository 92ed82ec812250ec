/** One line of JSON for each entry, where the dashboard shows it. Entries hold codes and causes, never what people wrote. */
export const createLog = (name: string) => (entry: object) =>
  console.error(JSON.stringify({ function: name, ...entry }));
