import type * as z from 'zod'

export type DeepReadonly<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** A record as its schema reads it, and never changed in place. */
export type ReadBy<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>
