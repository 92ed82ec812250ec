import Ellipsis from "lucide-react/icons/ellipsis";
import Forward from "lucide-react/icons/forward";
import Info from "lucide-react/icons/info";
import LanguagesIcon from "lucide-react/icons/languages";
import Mic from "lucide-react/icons/mic";
import Pencil from "lucide-react/icons/pencil";
import Reply from "lucide-react/icons/reply";
import Trash from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/Menu.tsx";
import { Popover } from "~/ui/Popover.tsx";
import { ScreenDialog } from "~/ui/ScreenDialog.tsx";
import { showToast, ToastBody } from "~/ui/Toast.tsx";
import { Tooltip, TooltipBody } from "~/ui/Tooltip.tsx";
import { DesignSection, Example, ExampleColumns, ExampleRow } from "./layout.tsx";

export function OverlaySections() {
  return (
    <>
      <Dialogs />
      <Menus />
      <Toasts />
    </>
  );
}

function Dialogs() {
  const t = useMessages();
  const [open, setOpen] = useState<"plain" | "question" | "screen" | null>(null);
  const close = () => setOpen(null);
  return (
    <DesignSection name="dialog">
      <ExampleRow>
        <Button onClick={() => setOpen("question")}>{t("design.example.ask")}</Button>
        <Button onClick={() => setOpen("plain")}>{t("design.example.details")}</Button>
        <Button onClick={() => setOpen("screen")}>{t("design.example.screen")}</Button>
      </ExampleRow>
      <ScreenDialog open={open === "screen"} onClose={close} title={t("design.example.screen")}>
        <p className="p-6 text-ink-soft">{t("design.example.endText")}</p>
      </ScreenDialog>
      <Dialog
        kind="question"
        open={open === "question"}
        onClose={close}
        title={t("design.example.endTitle")}
        description={t("design.example.endText")}
        actions={
          <>
            <Button variant="ghost" onClick={close}>
              {t("design.example.keep")}
            </Button>
            <Button variant="danger" onClick={close}>
              {t("design.example.end")}
            </Button>
          </>
        }
      />
      <Dialog
        open={open === "plain"}
        onClose={close}
        title={t("design.example.details")}
        description={t("design.example.endText")}
        actions={<Button onClick={close}>{t("action.close")}</Button>}
      />
    </DesignSection>
  );
}

function Menus() {
  const t = useMessages();
  const [last, setLast] = useState<string | null>(null);
  const item = (name: "reply" | "forward" | "original" | "edit" | "delete") => ({
    value: name,
    children: t(`design.menu.${name}`),
    onSelect: () => setLast(t(`design.menu.${name}`)),
  });
  return (
    <DesignSection name="menu">
      <ExampleRow className="items-center!">
        <Menu
          trigger={
            <Button>
              <Ellipsis />
              {t("design.example.more")}
            </Button>
          }
        >
          <MenuItem {...item("reply")} icon={<Reply className="rtl:-scale-x-100" />} />
          <MenuItem {...item("forward")} icon={<Forward className="rtl:-scale-x-100" />} />
          <MenuItem {...item("original")} icon={<LanguagesIcon />} disabled />
          <MenuItem {...item("edit")} icon={<Pencil />} shortcut="E" />
          <MenuLink value="help">
            <a href="/help">
              <Info />
              {t("action.help")}
            </a>
          </MenuLink>
          <MenuSeparator />
          <MenuItem {...item("delete")} icon={<Trash />} danger />
        </Menu>
        <Popover
          trigger={
            <Button variant="ghost">
              <Info />
              {t("design.example.why")}
            </Button>
          }
          title={t("landing.original.title")}
        >
          {t("landing.original.text")}
        </Popover>
        <Tooltip label={t("design.example.microphone")} shortcut="M">
          <IconButton variant="plain" label={t("design.example.microphone")} icon={<Mic />} />
        </Tooltip>
        <Example state="open">
          <TooltipBody label={t("design.example.microphone")} shortcut="M" />
        </Example>
      </ExampleRow>
      <p role="status" className="text-14 text-ink-soft empty:hidden">
        {last !== null && t("design.example.chose", { name: last })}
      </p>
    </DesignSection>
  );
}

function Toasts() {
  const t = useMessages();
  const undo = { label: t("design.example.undo"), onPress: () => showToast({ text: t("design.example.undone") }) };
  return (
    <DesignSection name="toast">
      <ExampleRow>
        <Button onClick={() => showToast({ text: t("design.example.saved"), action: undo })}>
          {t("design.example.save")}
        </Button>
        <Button onClick={() => showToast({ text: t("design.example.slow"), tone: "warning" })}>
          {t("design.example.warn")}
        </Button>
        <Button
          onClick={() =>
            showToast({ text: t("error.network/timeout"), detail: t("error.network/timeout.do"), tone: "danger" })
          }
        >
          {t("design.example.fail")}
        </Button>
      </ExampleRow>
      <ExampleColumns>
        <ToastBody
          tone="success"
          text={t("design.example.saved")}
          actions={
            <Button size="s" variant="ghost">
              {t("design.example.undo")}
            </Button>
          }
        />
        <ToastBody tone="warning" text={t("design.example.slow")} />
        <ToastBody tone="danger" text={t("error.network/timeout")} detail={t("error.network/timeout.do")} />
      </ExampleColumns>
    </DesignSection>
  );
}
