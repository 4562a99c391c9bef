// Everything that the page may do beyond the contract. Internal: behind the cookie, and free to change with the page.
import { Hono } from 'hono'
import type { AppModules } from './modules.ts'
import type { AppEnv } from './context.ts'
import { changesRoutes, type ChangesRoutePorts } from './routes/page/changes.ts'
import { cloudPostRoutes } from './routes/page/cloud-posts.ts'
import { cloudSetupRoutes, type CloudSetupRoutePorts } from './routes/page/cloud-setup.ts'
import { connectRoutes } from './routes/page/connect.ts'
import { guideRoutes } from './routes/page/guide.ts'
import { mediaRenderingRoutes } from './routes/page/media-renderings.ts'
import { mediaUseRoutes } from './routes/page/media-uses.ts'
import { plannerRoutes, type PlannerRoutePorts } from './routes/page/planner.ts'
import { queueRoutes } from './routes/page/queue.ts'
import { setupRoutes } from './routes/page/setup.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { storyRepostSetupRoutes, type StoryRepostSetupPorts } from './routes/page/story-repost-setup.ts'
import { systemRoutes, type SystemRoutePorts } from './routes/page/system.ts'

export interface PageRoutePorts
  extends
    CloudSetupRoutePorts,
    PlannerRoutePorts,
    SystemRoutePorts,
    ChangesRoutePorts,
    StoryRepostSetupPorts {
  /** Exact origins of the page, such as `http://127.0.0.1:4100`. Never a pattern. */
  ownOrigins(): readonly string[]
}

export function pageApiRoutes(modules: AppModules, ports: PageRoutePorts) {
  const { scheduling, media, accounts, sessions, setup } = modules
  return new Hono<AppEnv>()
    .route('/', signInRoutes(sessions, ports.ownOrigins))
    .route('/', connectRoutes(accounts, ports.ownOrigins))
    .route('/', setupRoutes(setup))
    .route('/', guideRoutes(setup))
    .route('/', cloudSetupRoutes(ports))
    .route('/', cloudPostRoutes(scheduling))
    .route('/', queueRoutes(scheduling))
    .route('/', plannerRoutes(ports))
    .route('/', systemRoutes(ports))
    .route('/', changesRoutes(ports))
    .route('/', storyRepostSetupRoutes(ports))
    .route('/', mediaRenderingRoutes(media))
    .route('/', mediaUseRoutes(media))
}

/** What the page's typed client of them is made from. */
export type PageRoutes = ReturnType<typeof pageApiRoutes>
