import Captions from "lucide-react/icons/captions";
import LogOut from "lucide-react/icons/log-out";
import MessageSquare from "lucide-react/icons/message-square";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Settings from "lucide-react/icons/settings";
import VideoIcon from "lucide-react/icons/video";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { TippedControl } from "~/ui/TippedControl.tsx";
import { CODE, TOM } from "../examples.ts";
import { Cell, Columns, FOCUSED, Row, Section } from "../parts.tsx";

const BUTTONS = [
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
    <Section name="buttons">
      {BUTTONS.map(({ variant, hover, says }) => (
        <Row key={variant}>
          <Cell state="rest">
            <Button variant={variant}>{t(says)}</Button>
          </Cell>
          <Cell state="hover">
            <Button variant={variant} className={hover}>
              {t(says)}
            </Button>
          </Cell>
          <Cell state="focus">
            <Button variant={variant} className={FOCUSED}>
              {t(says)}
            </Button>
          </Cell>
          <Cell state="disabled">
            <Button variant={variant} disabled>
              {t(says)}
            </Button>
          </Cell>
        </Row>
      ))}
      <Row>
        <Cell state="working">
          <Button variant="primary" busy>
            {t("landing.starting")}
          </Button>
        </Cell>
        <Cell state="large">
          <Button size="l">{t("landing.join")}</Button>
        </Cell>
        <Cell state="small">
          <Button size="s">{t("action.copy")}</Button>
        </Cell>
        <Cell state="icon">
          <IconButton variant="plain" label={t("design.example.settings")} icon={<Settings />} />
        </Cell>
      </Row>
    </Section>
  );
}

function CallControls() {
  const t = useMessages();
  const press = () => {};
  return (
    <Section name="controls">
      <div
        data-theme="dark"
        className="flex w-max max-w-full flex-wrap items-start gap-4 rounded-l bg-room p-5 text-ink [--surface:var(--room)]"
      >
        <Cell state="on">
          <TippedControl label={t("design.example.microphone")} icon={<Mic />} pressed shortcut="M" onClick={press} />
        </Cell>
        <Cell state="off">
          <TippedControl label={t("design.example.microphone")} icon={<MicOff />} pressed={false} off onClick={press} />
        </Cell>
        <Cell state="chosen">
          <TippedControl label={t("design.example.captions")} icon={<Captions />} pressed chosen onClick={press} />
        </Cell>
        <Cell state="focus">
          <TippedControl
            label={t("design.example.camera")}
            icon={<VideoIcon />}
            pressed
            className={FOCUSED}
            onClick={press}
          />
        </Cell>
        <Cell state="unread">
          <TippedControl label={t("design.example.unread")} icon={<MessageSquare />} count={2} onClick={press} />
        </Cell>
        <Cell state="disabled">
          <TippedControl label={t("design.example.camera")} icon={<VideoIcon />} disabled onClick={press} />
        </Cell>
        <Cell state="icon">
          <IconButton
            variant="danger"
            label={t("design.example.leave")}
            icon={<LogOut className="rtl:-scale-x-100" />}
          />
        </Cell>
      </div>
    </Section>
  );
}

function Fields() {
  const t = useMessages();
  return (
    <Section name="fields">
      <Columns>
        <Field label={t("design.example.meetingTitle")} hint={t("design.example.titleHint")}>
          {(control) => <TextInput {...control} placeholder={t("design.example.trip")} />}
        </Field>
        <Field label={t("design.state.focus")}>
          {(control) => <TextInput {...control} defaultValue={TOM.name} className={FOCUSED} />}
        </Field>
        <Field label={t("landing.code")} error={t("error.code/malformed")}>
          {(control) => <TextInput {...control} dir="ltr" defaultValue={CODE} className="tabular-nums" />}
        </Field>
        <Field label={t("design.state.disabled")}>
          {(control) => <TextInput {...control} disabled defaultValue={t("design.example.fixed")} />}
        </Field>
      </Columns>
    </Section>
  );
}
