/**
 * Calling codes and the possible lengths of national numbers by region, from the metadata of libphonenumber-js 1.13 (MIT). The library itself
 * takes 49 KB of the Worker.
 */
const PLANS = [
  "AC247:5/6 AD376:6/8/9 AE971:5/6/7/8/9/10/11/12 AF93:9 AG1:10 AI1:10 AL355:6/7/8/9 AM374:8 AO244:9 AR54:10/11",
  "AS1:10 AT43:4/5/6/7/8/9/10/11/12/13 AU61:5/6/7/8/9/10/12 AW297:7 AX358:5/6/7/8/9/10/11/12 AZ994:9 BA387:8/9",
  "BB1:10 BD880:6/7/8/9/10 BE32:8/9 BF226:8 BG359:6/7/8/9/12 BH973:8 BI257:8 BJ229:10 BL590:9 BM1:10 BN673:7",
  "BO591:8/9 BQ599:7 BR55:8/9/10/11 BS1:10 BT975:7/8 BW267:7/8/10 BY375:6/7/8/9/10/11 BZ501:7/11 CA1:7/10",
  "CC61:6/7/8/9/10/12 CD243:7/8/9/10 CF236:8 CG242:9 CH41:9/12 CI225:10 CK682:5 CL56:9/10/11 CM237:8/9",
  "CN86:7/8/9/10/11/12 CO57:8/10/11 CR506:8/10 CU53:6/7/8/10 CV238:7 CW599:7/8 CX61:6/7/8/9/10/12 CY357:8",
  "CZ420:9/10/11/12 DE49:4/5/6/7/8/9/10/11/12/13/14/15 DJ253:8 DK45:8 DM1:10 DO1:10 DZ213:8/9 EC593:8/9/10/11",
  "EE372:7/8/10 EG20:8/9/10 EH212:9 ER291:7 ES34:9 ET251:9 FI358:5/6/7/8/9/10/11/12 FJ679:7/11 FK500:5 FM691:7",
  "FO298:6 FR33:9 GA241:7/8 GB44:7/9/10 GD1:10 GE995:9 GF594:9 GG44:7/9/10 GH233:8/9 GI350:8 GL299:6 GM220:7/9",
  "GN224:8/9 GP590:9 GQ240:9 GR30:10/11/12 GT502:8/11 GU1:10 GW245:7/9 GY592:7 HK852:5/6/7/8/9/11 HN504:8/11",
  "HR385:7/8/9 HT509:8 HU36:8/9 ID62:7/8/9/10/11/12/13/14/15/16/17 IE353:7/8/9/10 IL972:7/8/9/10/11/12 IM44:10",
  "IN91:8/9/10/11/12/13 IO246:7 IQ964:8/9/10 IR98:4/5/6/7/10 IS354:7/9 IT39:6/7/8/9/10/11/12 JE44:10 JM1:10",
  "JO962:8/9 JP81:8/9/10/11/12/13/14/15/16/17 KE254:7/8/9/10 KG996:9/10 KH855:8/9/10 KI686:5/8 KM269:7 KN1:10",
  "KP850:8/10 KR82:5/6/8/9/10/11/12/13/14 KW965:7/8 KY1:10 KZ7:10/14 LA856:8/9/10 LB961:7/8 LC1:10 LI423:7/9 LK94:9",
  "LR231:7/8/9 LS266:8 LT370:8 LU352:4/5/6/7/8/9/10/11 LV371:8 LY218:9 MA212:9 MC377:8/9 MD373:8 ME382:8/9 MF590:9",
  "MG261:9 MH692:7 MK389:8 ML223:8 MM95:6/7/8/9/10 MN976:8/9/10 MO853:7/8 MP1:10 MQ596:9 MR222:8 MS1:10 MT356:8",
  "MU230:7/8/10 MV960:7/10 MW265:7/9 MX52:10 MY60:8/9/10 MZ258:8/9 NA264:8/9 NC687:6 NE227:8 NF672:6",
  "NG234:10/11/12/13/14 NI505:8 NL31:5/6/7/8/9/10/11 NO47:5/8 NP977:8/10/11 NR674:7 NU683:4/7 NZ64:5/6/7/8/9/10",
  "OM968:7/8/9 PA507:7/8/10/11 PE51:8/9 PF689:6/8/9 PG675:7/8 PH63:6/8/9/10/11/12/13 PK92:8/9/10/11/12",
  "PL48:6/7/8/9/10 PM508:6/9 PR1:10 PS970:8/9/10 PT351:9 PW680:7 PY595:6/7/8/9/10/11 QA974:7/8/9/11 RE262:9",
  "RO40:6/9 RS381:6/7/8/9/10/11/12 RU7:10/14 RW250:8/9 SA966:9/10 SB677:5/7 SC248:7 SD249:9 SE46:6/7/8/9/10/12",
  "SG65:8/10/11 SH290:4/5 SI386:5/6/7/8 SJ47:5/8 SK421:6/7/9 SL232:8 SM378:8/10 SN221:9 SO252:6/7/8/9 SR597:6/7",
  "SS211:9 ST239:7 SV503:7/8/11 SX1:10 SY963:8/9 SZ268:8/9 TA290:4 TC1:10 TD235:8 TG228:8 TH66:8/9/10/13 TJ992:9",
  "TK690:4/5/6/7 TL670:7/8 TM993:8 TN216:8 TO676:5/7 TR90:7/10/12/13 TT1:10 TV688:5/6/7 TW886:7/8/9/10/11 TZ255:9",
  "UA380:9/10 UG256:9 US1:10 UY598:4/5/6/7/8/9/10/11/12/13 UZ998:9 VA39:6/7/8/9/10/11/12 VC1:10 VE58:10 VG1:10",
  "VI1:10 VN84:7/8/9/10 VU678:5/7 WF681:6/9 WS685:5/6/7/10 XK383:8/9/10/11/12 YE967:7/8/9 YT262:9 ZA27:5/6/7/8/9/10",
  "ZM260:9 ZW263:7/9/10",
].join(" ");

interface Plan {
  readonly region: string;
  readonly code: string;
  readonly lengths: readonly number[];
}

const parsePlans = (): readonly Plan[] =>
  [...PLANS.matchAll(/([A-Z]{2})(\d+):([\d/]+)/gu)].map(([, region = "", code = "", lengths = ""]) => ({
    region,
    code,
    lengths: lengths.split("/").map(Number),
  }));
let plans: readonly Plan[] | null = null;
const allPlans = (): readonly Plan[] => (plans ??= parsePlans());

/** Italian numbers keep their first zero abroad. */
const KEEPS_ZERO = new Set(["CG", "CI", "GA", "IT", "SM", "VA"]);

/** Returns calling code and national number of digits that begin with a calling code, or null. */
export function splitInternational(digits: string): readonly [string, string] | null {
  for (const { region, code, lengths } of allPlans()) {
    if (!digits.startsWith(code)) continue;
    const rest = digits.slice(code.length);
    const national = rest.startsWith("0") && !KEEPS_ZERO.has(region) ? rest.slice(1) : rest;
    if (lengths.includes(national.length)) return [code, national];
  }
  return null;
}

/** Returns calling code and national number of digits as people of the region dial them, or null. */
export function splitNational(digits: string, region: string): readonly [string, string] | null {
  const plan = allPlans().find((each) => each.region === region);
  if (plan === undefined) return null;
  const keepsZero = KEEPS_ZERO.has(region) || !digits.startsWith("0");
  const candidates = [...(keepsZero ? [digits] : []), digits.slice(1)];
  const national = candidates.find((each) => plan.lengths.includes(each.length));
  return national === undefined ? null : [plan.code, national];
}
