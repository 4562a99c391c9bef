type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Ids exceed 2^53: where one comes as a bare number, its digits are kept instead of a rounded value. Throws on no JSON. */
export function parseKeepingIds(text: string): unknown {
  const keep: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && source && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? source
      : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
