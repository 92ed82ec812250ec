import { Form } from "@remix-run/react";
import { Button } from "~/ui/Button.tsx";

interface KeepFormProps {
  text: string;
  /** Receives `intent=keep`. */
  action: string;
}

/** The button of a banner that stops a planned change. */
export function KeepForm({ text, action }: KeepFormProps) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value="keep" />
      <Button type="submit" size="s">
        {text}
      </Button>
    </Form>
  );
}
