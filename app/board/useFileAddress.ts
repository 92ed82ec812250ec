import { useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { moveIntoCard, moveIntoDialog } from "./sharedElement.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const PARAMETER = "file";

interface FileAddress {
  /** The file whose dialog is open. */
  readonly fileId: string | null;
  open(id: string): void;
  /** Shows another file. Back then closes the dialog. */
  show(id: string): void;
  close(): void;
}

/** The dialog of a file is part of the address: `?file=<id>`. So it can be shared, and Back closes it. */
export function useFileAddress(): FileAddress {
  const location = useLocation();
  const navigate = useNavigate();
  const parameters = new URLSearchParams(location.search);
  const value = parameters.get(PARAMETER);
  const fileId = value !== null && UUID.test(value) ? value : null;
  const searchOf = (id: string | null) => {
    if (id === null) parameters.delete(PARAMETER);
    else parameters.set(PARAMETER, id);
    return { search: `${parameters}` };
  };
  const isOpenedHere: boolean = location.state?.openedHere === true;
  return {
    fileId,
    open: (id) =>
      moveIntoDialog(id, () => navigate(searchOf(id), { preventScrollReset: true, state: { openedHere: true } })),
    show: (id) => navigate(searchOf(id), { replace: true, preventScrollReset: true, state: location.state }),
    close() {
      const hide = () =>
        isOpenedHere ? navigate(-1) : navigate(searchOf(null), { replace: true, preventScrollReset: true });
      if (fileId === null) hide();
      else moveIntoCard(fileId, hide);
    },
  };
}

/** Returns a click handler for a link to a file: a plain click opens its dialog, any other downloads it. */
export function useOpenFile(id: string): (event: MouseEvent) => void {
  const { open } = useFileAddress();
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(id);
  };
}
