import CalendarDays from "lucide-react/icons/calendar-days";
import Plus from "lucide-react/icons/plus";
import VolumeX from "lucide-react/icons/volume-x";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { ErrorCard } from "~/ui/ErrorCard.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Progress } from "~/ui/Progress.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { EXAMPLE_REFERENCE } from "./examples.ts";
import { DesignSection, Example, ExampleColumns } from "./layout.tsx";

export function StateSections() {
  const t = useMessages();
  return (
    <>
      <DesignSection name="progress">
        <ExampleColumns>
          <Progress label={t("design.example.upload")} value={64} />
          <Progress
            label={t("design.example.recap")}
            value={2}
            max={3}
            valueText={t("design.example.step", { at: 2, of: 3 })}
          />
          <Progress label={t("design.example.waiting")} value={null} valueText="" />
          <Example state="working">
            <Spinner />
          </Example>
        </ExampleColumns>
      </DesignSection>
      <DesignSection name="skeleton">
        <ExampleColumns>
          <div className="flex gap-3">
            <Skeleton shape="circle" />
            <div className="grid flex-1 content-center gap-2">
              <Skeleton className="w-2/5" />
              <Skeleton />
              <Skeleton className="w-3/4" />
            </div>
          </div>
          <Skeleton shape="block" />
        </ExampleColumns>
      </DesignSection>
      <DesignSection name="notice">
        <Banner tone="warning" icon={<VolumeX />} action={<Button size="s">{t("action.retry")}</Button>}>
          {t("design.example.slow")}
        </Banner>
        <ErrorNotice shape="row" code="network/offline" action={<Button size="s">{t("action.retry")}</Button>} />
      </DesignSection>
      <DesignSection name="empty">
        <ExampleColumns>
          <EmptyState
            level={3}
            icon={<CalendarDays />}
            title={t("design.example.nothing")}
            text={t("design.example.nothingText")}
            action={
              <Button>
                <Plus />
                {t("design.example.schedule")}
              </Button>
            }
          />
          <ErrorCard level={3} code="meeting/not-found" />
          <ErrorCard level={3} code="account/needed" />
          <ErrorCard level={3} code="meeting/full" />
          <ErrorCard level={3} code="network/timeout" />
          <ErrorCard level={3} code="device/in-use" />
          <ErrorCard level={3} code="bug/unexpected" reference={EXAMPLE_REFERENCE} />
        </ExampleColumns>
      </DesignSection>
    </>
  );
}
