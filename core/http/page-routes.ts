// Everything that the page may do beyond the contract. Internal: behind the cookie, and free to change with the page.
import { Hono } from 'hono'
import type { ImagePipeline } from '../ports/media/image-pipeline.ts'
import type { AppModules } from './modules.ts'
import type { AppEnv } from './context.ts'
import { changesRoutes, type ChangesRoutePorts } from './routes/page/changes.ts'
import { cloudPostRoutes } from './routes/page/cloud-posts.ts'
import { cloudSetupRoutes, type CloudSetupRoutePorts } from './routes/page/cloud-setup.ts'
import { connectRoutes, type ConnectRoutePorts } from './routes/page/connect.ts'
import { guideRoutes, type GuideRoutePorts } from './routes/page/guide.ts'
import { mediaRenderingRoutes, type MediaRenderingPorts } from './routes/page/media-renderings.ts'
import { mediaUseRoutes } from './routes/page/media-uses.ts'
import { plannerRoutes, type PlannerRoutePorts } from './routes/page/planner.ts'
import { queueRoutes } from './routes/page/queue.ts'
import { setupRoutes, type SetupRoutePorts } from './routes/page/setup.ts'
import { signInRoutes, type SignInPorts } from './routes/sign-in.ts'
import { storyRepostSetupRoutes, type StoryRepostSetupPorts } from './routes/page/story-repost-setup.ts'
import { systemRoutes, type SystemRoutePorts } from './routes/page/system.ts'

export interface PageRoutePorts
  extends
    SignInPorts,
    ConnectRoutePorts,
    SetupRoutePorts,
    GuideRoutePorts,
    CloudSetupRoutePorts,
    PlannerRoutePorts,
    SystemRoutePorts,
    ChangesRoutePorts,
    StoryRepostSetupPorts,
    MediaRenderingPorts {
  /** Avatars need a part of what uploads need. */
  readonly images: ImagePipeline
}

export function pageApiRoutes({ scheduling }: AppModules, ports: PageRoutePorts) {
  return new Hono<AppEnv>()
    .route('/', signInRoutes(ports))
    .route('/', connectRoutes(ports))
    .route('/', setupRoutes(ports))
    .route('/', guideRoutes(ports))
    .route('/', cloudSetupRoutes(ports))
    .route('/', cloudPostRoutes(scheduling))
    .route('/', queueRoutes(scheduling))
    .route('/', plannerRoutes(ports))
    .route('/', systemRoutes(ports))
    .route('/', changesRoutes(ports))
    .route('/', storyRepostSetupRoutes(ports))
    .route('/', mediaRenderingRoutes(ports))
    .route('/', mediaUseRoutes(ports))
}

/** What the page's typed client of them is made from. */
export type PageRoutes = ReturnType<typeof pageApiRoutes>
