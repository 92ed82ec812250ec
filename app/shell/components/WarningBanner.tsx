import { Form } from "@remix-run/react";
import { Button } from "~/ui/Button.tsx";

interface WarningBannerProps {
  text: string;
  button: string;
  /** Receives `intent=keep`. */
  action: string;
}

/** Above every account page, with a button that stops what it warns about. */
export function WarningBanner({ text, button, action }: WarningBannerProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-danger-soft px-4 py-3 print:hidden">
      <p className="min-w-0 flex-1 basis-60 font-strong text-pretty">{text}</p>
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="keep" />
        <Button type="submit" size="s">
          {button}
        </Button>
      </Form>
    </div>
  );
}
