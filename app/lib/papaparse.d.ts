/** The types of papaparse for its file, which has no types of its own. */
declare module "papaparse/papaparse.js" {
  import Papa from "papaparse";
  export default Papa;
}
