// What is said to somebody who names a time zone by anything but its name.

/** Where most who write the abbreviation are. Where they are in two regions, both are named: we do not guess. */
const PLACES: Readonly<Record<string, string>> = {
  ACST: 'Australia/Adelaide',
  ACDT: 'Australia/Adelaide',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  AET: 'Australia/Sydney',
  AKST: 'America/Anchorage',
  AKDT: 'America/Anchorage',
  AST: 'America/Halifax or Asia/Riyadh',
  ADT: 'America/Halifax',
  AWST: 'Australia/Perth',
  BRT: 'America/Sao_Paulo',
  BST: 'Europe/London',
  CAT: 'Africa/Harare',
  CDT: 'America/Chicago',
  CEST: 'Europe/Berlin',
  CST: 'America/Chicago or Asia/Shanghai',
  EAT: 'Africa/Nairobi',
  EDT: 'America/New_York',
  EEST: 'Europe/Athens',
  HKT: 'Asia/Hong_Kong',
  IST: 'Asia/Kolkata or Europe/Dublin',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  MDT: 'America/Denver',
  MSK: 'Europe/Moscow',
  NDT: 'America/St_Johns',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
  PDT: 'America/Los_Angeles',
  PKT: 'Asia/Karachi',
  PST: 'America/Los_Angeles or Asia/Manila',
  SAST: 'Africa/Johannesburg',
  SGT: 'Asia/Singapore',
  SST: 'Pacific/Pago_Pago',
  WAT: 'Africa/Lagos',
  WEST: 'Europe/Lisbon',
  WIB: 'Asia/Jakarta',
}

/** A zone as it should have been written: `Europe/London` for `BST`. */
export function zoneExample(name: string): string {
  return PLACES[name.trim().toUpperCase()] ?? 'Europe/Berlin'
}

/** `BST is not a time zone; write it like Europe/London` */
export function zoneDemand(name: unknown): string {
  // Anything else may be long, or hold what no sentence should.
  const isShown = typeof name === 'string' && /^[\w+/: -]{1,40}$/.test(name)
  return `${isShown ? name : 'this'} is not a time zone; write it like ${zoneExample(isShown ? name : '')}`
}
