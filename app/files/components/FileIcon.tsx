import FileIconPlain from "lucide-react/icons/file";
import FileChartPie from "lucide-react/icons/file-chart-pie";
import FileImage from "lucide-react/icons/file-image";
import FileMusic from "lucide-react/icons/file-music";
import FilePlay from "lucide-react/icons/file-play";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import FileText from "lucide-react/icons/file-text";
import type { ComponentType } from "react";
import { type FileKind, kindOf } from "../core/kind.ts";

const ICONS: Record<FileKind, ComponentType<{ className?: string }>> = {
  picture: FileImage,
  pdf: FileText,
  text: FileText,
  document: FileIconPlain,
  sheet: FileSpreadsheet,
  slides: FileChartPie,
  sound: FileMusic,
  video: FilePlay,
};

/** `type` as a file's row says it. */
export function FileIcon({ type, className }: { type: string; className: string }) {
  const Icon = ICONS[kindOf(type)];
  return <Icon className={className} />;
}
