// Warnings and failures as data: a code, and the parameters that its sentence names. Rows, the domain and the Worker's
// protocol hold these; sentences are made at the edge, in English for the contract and in the reader's language on the page.

/** Sentences by code, with `{name}` where a parameter stands. */
export type Sentences<Code extends string = string> = Readonly<Record<Code, string>>

/** What the platform itself said about a failure, with its number where it gave one. */
export interface PlatformWords {
  readonly said: string
  readonly code: number | null
  readonly subcode: number | null
}

/** A failure inside of a warning. Its own union is in `failure-details.ts`, which builds upon this file. */
export interface AnyFailure {
  readonly code: string
  readonly params: object
  readonly platform: PlatformWords | null
}

/** Parameters that are no texts. */
interface ParamTypes {
  readonly minutes: number
  readonly names: readonly string[]
  readonly failure: AnyFailure
}

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

export type ParamsOf<Sentence extends string> = {
  readonly [Name in NamesIn<Sentence>]: Name extends keyof ParamTypes ? ParamTypes[Name] : string
}

/** Codes whose sentence names nothing. */
export type PlainCode<Catalogue extends Sentences> = {
  [Code in keyof Catalogue & string]: [NamesIn<Catalogue[Code]>] extends [never] ? Code : never
}[keyof Catalogue & string]

/** The union of all codes of a catalogue, each with its parameters. */
export type Coded<Catalogue extends Sentences> = {
  [Code in keyof Catalogue & string]: { readonly code: Code; readonly params: ParamsOf<Catalogue[Code]> }
}[keyof Catalogue & string]

/** The parameters of a code as the last argument of its function: none where its sentence names nothing. */
export type ParamsArgument<Sentence extends string> = [NamesIn<Sentence>] extends [never]
  ? []
  : [params: ParamsOf<Sentence>]

/** The function that makes the notices of one catalogue. */
export function noticesOf<Catalogue extends Sentences>() {
  return <Code extends keyof Catalogue & string>(
    code: Code,
    ...[params]: ParamsArgument<Catalogue[Code]>
  ): Coded<Catalogue> => ({ code, params: params ?? {} }) as Coded<Catalogue>
}
