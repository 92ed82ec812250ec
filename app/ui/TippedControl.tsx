import { ControlButton, type ControlButtonProps } from "./ControlButton.tsx";
import { Tooltip } from "./Tooltip.tsx";

/** A control with its name and key on hover and on focus. */
export function TippedControl(props: ControlButtonProps) {
  const { label, shortcut } = props;
  return (
    <Tooltip label={label} {...(shortcut && { shortcut })}>
      <ControlButton {...props} />
    </Tooltip>
  );
}
