import Captions from "lucide-react/icons/captions";
import LogOut from "lucide-react/icons/log-out";
import MessageSquare from "lucide-react/icons/message-square";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Settings from "lucide-react/icons/settings";
import VideoIcon from "lucide-react/icons/video";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { Field } from "~/ui/Field.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { EXAMPLE_CODE, TOM } from "./examples.ts";
import { DesignSection, Example, ExampleColumns, ExampleRow, FOCUS_CLASSES } from "./layout.tsx";

const BUTTON_VARIANTS = [
  { variant: "plain", hover: "bg-hover!", says: "design.example.schedule" },
  { variant: "primary", hover: "bg-accent-hover!", says: "landing.start" },
  { variant: "danger", hover: "bg-danger-hover!", says: "design.example.end" },
  { variant: "ghost", hover: "bg-hover!", says: "design.example.notNow" },
] as const;

export function ControlSections() {
  return (
    <>
      <Buttons />
      <CallControls />
      <Fields />
    </>
  );
}

function Buttons() {
  const t = useMessages();
  return (
    <DesignSection name="buttons">
      {BUTTON_VARIANTS.map(({ variant, hover, says }) => (
        <ExampleRow key={variant}>
          <Example state="rest">
            <Button variant={variant}>{t(says)}</Button>
          </Example>
          <Example state="hover">
            <Button variant={variant} className={hover}>
              {t(says)}
            </Button>
          </Example>
          <Example state="focus">
            <Button variant={variant} className={FOCUS_CLASSES}>
              {t(says)}
            </Button>
          </Example>
          <Example state="disabled">
            <Button variant={variant} disabled>
              {t(says)}
            </Button>
          </Example>
        </ExampleRow>
      ))}
      <ExampleRow>
        <Example state="working">
          <Button variant="primary" busy>
            {t("landing.starting")}
          </Button>
        </Example>
        <Example state="large">
          <Button size="l">{t("landing.join")}</Button>
        </Example>
        <Example state="small">
          <Button size="s">{t("action.copy")}</Button>
        </Example>
        <Example state="icon">
          <IconButton variant="plain" label={t("design.example.settings")} icon={<Settings />} />
        </Example>
      </ExampleRow>
    </DesignSection>
  );
}

function CallControls() {
  const t = useMessages();
  const noop = () => {};
  return (
    <DesignSection name="controls">
      <div
        data-theme="dark"
        className="flex w-max max-w-full flex-wrap items-start gap-4 rounded-l bg-room p-5 text-ink [--surface:var(--room)]"
      >
        <Example state="on">
          <ControlWithTooltip
            label={t("design.example.microphone")}
            icon={<Mic />}
            pressed
            shortcut="M"
            onClick={noop}
          />
        </Example>
        <Example state="off">
          <ControlWithTooltip
            label={t("design.example.microphone")}
            icon={<MicOff />}
            pressed={false}
            muted
            onClick={noop}
          />
        </Example>
        <Example state="chosen">
          <ControlWithTooltip label={t("design.example.captions")} icon={<Captions />} pressed active onClick={noop} />
        </Example>
        <Example state="focus">
          <ControlWithTooltip
            label={t("design.example.camera")}
            icon={<VideoIcon />}
            pressed
            className={FOCUS_CLASSES}
            onClick={noop}
          />
        </Example>
        <Example state="unread">
          <ControlWithTooltip label={t("design.example.unread")} icon={<MessageSquare />} count={2} onClick={noop} />
        </Example>
        <Example state="disabled">
          <ControlWithTooltip label={t("design.example.camera")} icon={<VideoIcon />} disabled onClick={noop} />
        </Example>
        <Example state="icon">
          <IconButton
            variant="danger"
            label={t("design.example.leave")}
            icon={<LogOut className="rtl:-scale-x-100" />}
          />
        </Example>
      </div>
    </DesignSection>
  );
}

function Fields() {
  const t = useMessages();
  return (
    <DesignSection name="fields">
      <ExampleColumns>
        <Field label={t("design.example.meetingTitle")} hint={t("design.example.titleHint")}>
          {(control) => <TextInput {...control} placeholder={t("design.example.trip")} />}
        </Field>
        <Field label={t("design.state.focus")}>
          {(control) => <TextInput {...control} defaultValue={TOM.name} className={FOCUS_CLASSES} />}
        </Field>
        <Field label={t("landing.code")} error={t("error.code/malformed")}>
          {(control) => <TextInput {...control} dir="ltr" defaultValue={EXAMPLE_CODE} className="tabular-nums" />}
        </Field>
        <Field label={t("design.state.disabled")}>
          {(control) => <TextInput {...control} disabled defaultValue={t("design.example.fixed")} />}
        </Field>
      </ExampleColumns>
    </DesignSection>
  );
}
