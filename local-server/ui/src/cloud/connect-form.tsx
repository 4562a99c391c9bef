import { Button, Fieldset, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { readWorkerLine, type WorkerLine } from '../../../../core/rules/cloud/worker-line.ts'
import { notify } from '../shared/notifications.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { Form } from '../kit/form.tsx'
import { Unsaved } from '../kit/unsaved.tsx'
import { useLazyStrings } from '../strings/language.tsx'
import { ApiError, refusedField } from '../api-client.ts'
import { useCloud, useConnect } from './cloud-queries.ts'
import { useDeploymentProblem, SecretInput } from './parts.tsx'

const SECRET = new Set<ConnectField>(['workerKey', 'encryptionKey', 'secretAccessKey'])

export function ConnectForm() {
  const { byHand, variables } = useLazyStrings().cloud
  const { status, deployment } = useCloud()
  /** A bucket that is set up stays when none is entered. */
  const hasBucket = status.bucketConfigured
  /** One that is entered would not count. */
  const isBucketFixed = deployment.bucketFrom === 'variable'
  const [entered, setEntered] = useState(NOTHING_ENTERED)
  const [empty, setEmpty] = useState<readonly ConnectField[]>([])
  const form = useRef<HTMLFormElement>(null)
  const sentenceOf = useDeploymentProblem()
  const [connections, setConnections] = useState(0)
  const connection = useConnect((left) => {
    setEntered(NOTHING_ENTERED)
    setConnections((before) => before + 1)
    notify(left === null ? byHand.connected : sentenceOf(left))
  })
  const problemOf = (error: Error, sent: { readonly bucket?: unknown }) =>
    connectionProblem(error, { sentence: sentenceOf(error), hasBucket: Boolean(sent.bucket) })
  const problem =
    connection.error && connection.variables && problemOf(connection.error, connection.variables)
  const focus = (field: ConnectField | undefined) =>
    field && form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  const change = (field: ConnectField, value: string) => {
    setEntered((before) => ({ ...before, [field]: value }))
    setEmpty((before) => before.filter((each) => each !== field))
  }
  const fill = ({ bucket, ...worker }: WorkerLine) => {
    setEntered((before) => ({ ...before, ...worker, ...(isBucketFixed ? {} : bucket) }))
    setEmpty([])
    connection.reset()
  }
  const submit = () => {
    const missing = emptyFields(entered, hasBucket)
    setEmpty(missing)
    if (missing.length > 0) return focus(missing[0])
    connection.mutate(connectBodyOf(entered), {
      onError: (error, sent) => focus(problemOf(error, sent).field ?? undefined),
    })
  }
  const field = (name: ConnectField) => (
    <FieldInput
      key={name}
      name={name}
      value={entered[name]}
      error={empty.includes(name) ? byHand.empty : problem?.field === name && problem.sentence}
      onChange={(value) => change(name, value)}
    />
  )
  return (
    <Form ref={form} gap="xl" maw="44rem" onSubmit={submit}>
      <Unsaved when={FIELDS.some((name) => entered[name] !== NOTHING_ENTERED[name])} />
      <Text c="dimmed">{byHand.lead}</Text>
      <PasteLine key={connections} onRead={fill} />
      <Fieldset variant="unstyled" legend={<strong>{byHand.worker}</strong>}>
        <Stack>{WORKER_FIELDS.map(field)}</Stack>
      </Fieldset>
      <Fieldset variant="unstyled" legend={<strong>{byHand.bucket}</strong>}>
        <Stack>
          {hasBucket && <Text c="dimmed">{isBucketFixed ? variables.bucket : byHand.bucketKept}</Text>}
          {!isBucketFixed && BUCKET_FIELDS.map(field)}
        </Stack>
      </Fieldset>
      <Text c="dimmed">{byHand.checks}</Text>
      {problem && problem.field === null && <ProblemNote>{problem.sentence}</ProblemNote>}
      <Button type="submit" size="md" loading={connection.isPending} w="fit-content">
        {byHand.connect}
      </Button>
    </Form>
  )
}

interface FieldInputProps {
  readonly name: ConnectField
  readonly value: string
  readonly error: string | false | undefined
  readonly onChange: (value: string) => void
}

function FieldInput({ name, value, error, onChange }: FieldInputProps) {
  const { byHand } = useLazyStrings().cloud
  const hints: Partial<Record<`${ConnectField}Hint`, string>> = byHand
  const Input = SECRET.has(name) ? SecretInput : TextInput
  return (
    <Input
      name={name}
      size="md"
      label={byHand[name]}
      description={hints[`${name}Hint`]}
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Keeps nothing of what it could read: there are secrets in it. */
function PasteLine({ onRead }: { readonly onRead: (line: WorkerLine) => void }) {
  const { byHand } = useLazyStrings().cloud
  const [text, setText] = useState('')
  const [wasRead, setWasRead] = useState(false)
  const enter = (pasted: string) => {
    const line = readWorkerLine(pasted)
    setText(line === null ? pasted : '')
    setWasRead(line !== null)
    if (line !== null) onRead(line)
  }
  const isStrange = text.trim().length > 40
  return (
    <div>
      <Unsaved when={text !== ''} />
      <Textarea
        label={byHand.paste}
        description={byHand.pasteHint}
        rows={2}
        spellCheck={false}
        value={text}
        error={isStrange && byHand.notRead}
        onChange={(event) => enter(event.currentTarget.value)}
      />
      <Text role="status" mih="1.55em" c="var(--green)">
        {wasRead && byHand.pasted}
      </Text>
    </div>
  )
}

// Fields that connect a Worker that runs already, and which of them a refusal is about.

const WORKER_FIELDS = ['workerUrl', 'workerKey', 'encryptionKey'] as const
const BUCKET_FIELDS = ['endpoint', 'name', 'region', 'accessKeyId', 'secretAccessKey', 'publicUrl'] as const
/** Accepted by R2 and the Worker on this computer; most other hosts refuse it. */
const USUAL_REGION = 'auto'
const FIELDS = [...WORKER_FIELDS, ...BUCKET_FIELDS]
type ConnectField = (typeof FIELDS)[number]
type Entered = Readonly<Record<ConnectField, string>>

function eachField(valueOf: (field: ConnectField) => string): Entered {
  return Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Entered
}

const NOTHING_ENTERED: Entered = { ...eachField(() => ''), region: USUAL_REGION }

/** Fields that still have to be filled in, in their order. */
function emptyFields(entered: Entered, hasBucket: boolean): ConnectField[] {
  const isEmpty = (field: ConnectField) => entered[field].trim() === ''
  const mayKeepBucket = hasBucket && !namesBucket(entered)
  return (mayKeepBucket ? [...WORKER_FIELDS] : FIELDS).filter(isEmpty)
}

/** The region does not count: it is filled in from the start. */
function namesBucket(entered: Entered): boolean {
  return BUCKET_FIELDS.some((field) => field !== 'region' && entered[field].trim() !== '')
}

function connectBodyOf(entered: Entered) {
  const { workerUrl, workerKey, encryptionKey, ...bucket } = eachField((field) => entered[field].trim())
  return { workerUrl, workerKey, encryptionKey, bucket: namesBucket(entered) ? bucket : null }
}

const ABOUT: Readonly<Record<string, ConnectField>> = {
  WORKER_UNREACHABLE: 'workerUrl',
  INVALID_WORKER_KEY: 'workerKey',
  ENCRYPTION_KEY_MISMATCH: 'encryptionKey',
  CLOUD_ERROR: 'endpoint',
  // These files are stored, and cannot be read.
  BUCKET_REFUSES: 'publicUrl',
  BUCKET_SILENT: 'publicUrl',
  BUCKET_ELSEWHERE: 'publicUrl',
}

interface Refused {
  /** What the error says without the name of a field. */
  readonly sentence: string
  /** A bucket was entered. Without one, an error of the cloud is the Worker's. */
  readonly hasBucket: boolean
}

/** `field` is null when it is about none of them. */
export function connectionProblem(error: Error, { sentence, hasBucket }: Refused) {
  const refused = refusedField(error)
  const named = FIELDS.find((field) => field === refused?.field)
  if (named !== undefined && refused !== null) return { field: named, sentence: refused.sentence }
  const about =
    error instanceof ApiError ? (ABOUT[error.refusal?.code ?? ''] ?? ABOUT[error.code]) : undefined
  const isOfWorker = about === 'endpoint' && !hasBucket
  return { field: isOfWorker ? null : (about ?? null), sentence }
}
