import { buildForTests } from "./app.ts";

export default buildForTests;
