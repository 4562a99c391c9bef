import type { OpenAPIHono } from '@hono/zod-openapi'
import { SECURITY_SCHEMES } from '../api/access.ts'
import type { AppEnv } from './context.ts'

const TAGS = [
  { name: 'Health', description: 'The state of the server, and the platform API version.' },
  { name: 'Auth', description: 'The caller and the connected accounts.' },
  { name: 'Media', description: 'Images and videos to publish.' },
  { name: 'Posts', description: 'Publishing posts, drafts and history.' },
  { name: 'Schedule', description: 'Scheduled posts.' },
  { name: 'Cloud', description: 'The Worker that publishes while this computer is off.' },
  { name: 'Story repost', description: 'Stories that mention an account, found and reposted with credit.' },
  { name: 'Insights', description: 'What the platform counts of posts and accounts, kept for good.' },
  { name: 'Events', description: 'What changes, as it happens.' },
  { name: 'API keys', description: 'Keys for scripts and agents.' },
]

/** The OpenAPI 3.1 description of the routes that the app actually has. */
export function openApiDocument(routes: OpenAPIHono<AppEnv>) {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    routes.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  }
  return routes.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Nightpost',
      version: '1.0.0',
      description:
        'Publish and schedule Instagram posts from your own computer: the frozen v1 contract of the local server. It listens on loopback only. ' +
        'Rate limits are reported in `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` and `RateLimit-Policy`; ' +
        'every response carries `x-request-id`. There are no webhooks: listen to `GET /events`, or poll.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/api/v1', description: 'This server' }],
    tags: TAGS,
  })
}
