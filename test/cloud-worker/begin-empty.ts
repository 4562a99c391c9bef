// Loaded before each file: the files share a Worker, whose start takes seconds, and each of them begins with nothing stored.
import { reset } from 'cloudflare:test'
import { beforeAll } from 'vitest'

beforeAll(reset)
