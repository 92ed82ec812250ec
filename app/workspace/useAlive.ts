import { useEffect, useState } from "react";

/** True once the scripts are there: for what they alone can do, which then is loaded. */
export function useAlive(): boolean {
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return alive;
}
