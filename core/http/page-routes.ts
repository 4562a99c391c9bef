// Everything that the page may do beyond the contract. Internal: behind the cookie, and free to change with the page.
import { Hono } from 'hono'
import type { AppModules } from './modules.ts'
import type { AppEnv } from './context.ts'
import { changesRoutes } from './routes/page/changes.ts'
import { cloudPostRoutes } from './routes/page/cloud-posts.ts'
import { cloudSetupRoutes } from './routes/page/cloud-setup.ts'
import { connectRoutes } from './routes/page/connect.ts'
import { eveningRoutes } from './routes/page/evening.ts'
import { guideRoutes } from './routes/page/guide.ts'
import { mediaRenderingRoutes } from './routes/page/media-renderings.ts'
import { mediaUseRoutes } from './routes/page/media-uses.ts'
import { plannerRoutes } from './routes/page/planner.ts'
import { queueRoutes } from './routes/page/queue.ts'
import { setupRoutes } from './routes/page/setup.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { storyRepostSetupRoutes } from './routes/page/story-repost-setup.ts'
import { systemRoutes } from './routes/page/system.ts'

export function pageApiRoutes(modules: AppModules, ownOrigins: () => readonly string[]) {
  const { accounts, attention, cloud, media, planner, reposts, scheduling, sessions, setup, system } = modules
  return new Hono<AppEnv>()
    .route('/', signInRoutes(sessions, ownOrigins))
    .route('/', connectRoutes(accounts, ownOrigins))
    .route('/', setupRoutes(setup))
    .route('/', guideRoutes(setup))
    .route('/', cloudSetupRoutes(cloud))
    .route('/', cloudPostRoutes(scheduling))
    .route('/', queueRoutes(scheduling))
    .route('/', plannerRoutes(planner))
    .route('/', systemRoutes(system))
    .route('/', eveningRoutes(attention))
    .route('/', changesRoutes(system))
    .route('/', storyRepostSetupRoutes(reposts))
    .route('/', mediaRenderingRoutes(media))
    .route('/', mediaUseRoutes(media))
}

/** What the page's typed client of them is made from. */
export type PageRoutes = ReturnType<typeof pageApiRoutes>
