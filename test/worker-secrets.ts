/** The Worker's secrets in tests, as they are set after a deploy. */
export const WORKER_SECRETS = { WORKER_API_KEY: 'the-worker-key', ENCRYPTION_KEY: 'A'.repeat(43) } as const
