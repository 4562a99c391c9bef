/** Bytes of an object, or of the requested range. */
export interface ObjectFacts {
  /** The size of the whole object. */
  readonly size: number
  /** The type that was stored with it; null when none was. */
  readonly contentType: string | null
  /** With its quotation marks. */
  readonly etag: string
}

/** The bucket as the Worker sees it. Keys are made by the server, as `media/<32 hex digits>.<extension>`. */
export interface MediaObjects extends RemovableObjects {
  facts(key: string): Promise<ObjectFacts | null>
  /** Streams the object, or the inclusive byte range of it. Null when there is none. */
  open(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<(ObjectFacts & { readonly body: ReadableStream<Uint8Array> }) | null>
}

export interface RemovableObjects {
  /** Removing a missing object is fine. */
  remove(keys: readonly string[]): Promise<void>
}
