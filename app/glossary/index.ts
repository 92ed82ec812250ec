export { Glossary } from "./components/Glossary.tsx";
