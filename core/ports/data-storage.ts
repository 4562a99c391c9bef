// Checks whether the data folder can be written to.

/** Troubles that keep us from storing anything, and what helps against each. */
export const STORAGE_TROUBLES = {
  full: 'The disk is full, so nothing can be stored. Free some space; Nightpost then continues by itself.',
  unwritable:
    'The data folder cannot be written: its disk is read-only, or a folder belongs to another user. ' +
    'Make it writable; Nightpost then continues by itself.',
  failing:
    'The disk of the data folder reports errors. Back up the folder to another disk, and check this disk before you continue.',
} as const

export type StorageTrouble = keyof typeof STORAGE_TROUBLES

export interface DataStorage extends StorageErrors {
  /** Writes a little and removes it again, at most every few seconds. Never rejects. */
  probe(): Promise<StorageTrouble | null>
}

export interface StorageErrors {
  /** Free bytes on the disk of the data folder; null when it does not say. */
  freeBytes(): Promise<number | null>
  /** Null when the error, or what caused it, has nothing to do with storage. */
  troubleIn(error: unknown): StorageTrouble | null
}
