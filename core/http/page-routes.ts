// Everything that the page may do beyond the contract. Internal: behind the cookie, and free to change with the page.
import { Hono } from 'hono'
import type { AppModules } from './modules.ts'
import type { AppEnv } from './context.ts'
import { approvalAnswerRoutes } from './routes/page/approvals.ts'
import { captionRoutes } from './routes/page/captions.ts'
import { cloudSetupRoutes } from './routes/page/cloud-setup.ts'
import { connectRoutes } from './routes/page/connect.ts'
import { eveningRoutes } from './routes/page/evening.ts'
import { importedRowRoutes } from './routes/page/imported-rows.ts'
import { keyCallRoutes } from './routes/page/key-calls.ts'
import { mediaFileRoutes } from './routes/page/media-files.ts'
import { plannerRoutes } from './routes/page/planner.ts'
import { queueRoutes } from './routes/page/queue.ts'
import { setupRoutes } from './routes/page/setup.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { storyRepostSetupRoutes } from './routes/page/story-repost-setup.ts'
import { systemRoutes } from './routes/page/system.ts'

export function pageApiRoutes(modules: AppModules, ownOrigins: () => readonly string[]) {
  const {
    accounts,
    apiKeys,
    approvals,
    attention,
    captions,
    cloud,
    media,
    planner,
    recurrences,
    reposts,
    scheduling,
    sessions,
    setup,
    system,
  } = modules
  return new Hono<AppEnv>()
    .route('/', signInRoutes(sessions, ownOrigins))
    .route('/', connectRoutes(accounts, ownOrigins))
    .route('/', setupRoutes(setup))
    .route('/', cloudSetupRoutes(cloud))
    .route('/', queueRoutes(scheduling))
    .route('/', importedRowRoutes(scheduling))
    .route('/', plannerRoutes(planner, recurrences))
    .route('/', captionRoutes(captions))
    .route('/', systemRoutes(system))
    .route('/', approvalAnswerRoutes(approvals))
    .route('/', keyCallRoutes(apiKeys))
    .route('/', eveningRoutes(attention))
    .route('/', storyRepostSetupRoutes(reposts))
    .route('/', mediaFileRoutes(media))
}

/** The type from which the page's client is made. */
export type PageRoutes = ReturnType<typeof pageApiRoutes>
