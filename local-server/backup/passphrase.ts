// Where the passphrase of a backup comes from: a file, a variable, or a person who types it. Never from the arguments, which every
// program of the computer can read.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { SHORTEST_PASSPHRASE } from '../../core/backup-passphrase.ts'
import { decodeText } from '../disk/decode-text.ts'
import { printAside } from '../terminal/say.ts'
import { StartFailure } from '../terminal/start-failure.ts'

export interface PassphraseSource {
  readonly file: string | null
  readonly variable: string | null
  /** For a new backup: typed twice, and long enough. */
  readonly isNew: boolean
}

export async function readPassphrase({ file, variable, isNew }: PassphraseSource): Promise<string> {
  const passphrase = file === null ? (variable ?? (await ask(isNew))) : readFile(file, isNew)
  if (!isNew || passphrase.length >= SHORTEST_PASSPHRASE) return passphrase
  throw new StartFailure(
    `The passphrase has ${passphrase.length} characters.`,
    `Take at least ${SHORTEST_PASSPHRASE}, such as five random words. Without it nobody can open the backup, you neither.`,
  )
}

/** Its first line. */
function readFile(file: string, isNew: boolean): string {
  const bytes = readBytes(file)
  const text = bytes.toString()
  // Nobody could type what such a file holds once it is lost. What has opened a backup still does.
  if (isNew && decodeText(bytes) !== text)
    throw new StartFailure(
      `The passphrase file ${file} is not a plain text in UTF-8.`,
      'Save it as UTF-8 without a byte order mark.',
    )
  return text.split(/\r?\n/, 1)[0] ?? ''
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(
      `The passphrase cannot be read: ${reason}.`,
      'Name its file with --passphrase-file FILE.',
    )
  }
}

async function ask(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartFailure(
      'A backup needs a passphrase, and there is nobody to ask.',
      'Name a file with --passphrase-file FILE, or set NIGHTPOST_BACKUP_PASSPHRASE.',
    )
  const typed = await askOnce('Passphrase: ')
  if (isNew && (await askOnce('Once more: ')) !== typed)
    throw new StartFailure('These are two different passphrases.', 'Try again.')
  return typed
}

/** Hides what is typed. */
async function askOnce(question: string): Promise<string> {
  printAside(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await prompt.question('').catch(() => {
      // Ctrl+C or Ctrl+D.
      throw new StartFailure('No passphrase was given.', 'Nothing was changed.')
    })
  } finally {
    prompt.close()
    printAside('\n')
  }
}
