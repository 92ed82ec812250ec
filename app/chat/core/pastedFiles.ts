type Clipboard = Pick<DataTransfer, "getData" | "files">;

/**
 * Returns the files to share. Cells of a spreadsheet and parts of a document come as text, as HTML and as a picture: their
 * text is meant. A picture of a page has HTML without text, and a copied file has its name as text, without HTML.
 */
export function pastedFiles(clipboard: Clipboard): readonly File[] {
  const isText = clipboard.getData("text/plain").trim() !== "" && clipboard.getData("text/html") !== "";
  return isText ? [] : [...clipboard.files];
}
