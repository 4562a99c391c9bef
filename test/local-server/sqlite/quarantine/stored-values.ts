// Values as rows hold them, whole and with one part that nobody can read.

export const EMPTY_WEEK = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}

/** As JSON without one field, or with a value that is none of its own; and the fields that are left. */
export function withoutOneField(whole: object): [stored: string, others: object, field: string][] {
  return Object.keys(whole).flatMap((field) => {
    const { [field as never]: _, ...others } = whole as Record<string, unknown>
    return [undefined, { odd: 1 }, 9e18].map((odd): [string, object, string] => {
      return [JSON.stringify({ ...others, [field]: odd }), others, `${field}: ${JSON.stringify(odd)}`]
    })
  })
}
