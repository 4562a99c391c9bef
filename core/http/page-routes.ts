// Everything that the page may do beyond the contract. Internal: behind the cookie, and free to change with the page.
import { Hono } from 'hono'
import type { ImagePipeline } from '../ports/media/image-pipeline.ts'
import type { AppEnv } from './context.ts'
import { changesRoutes, type ChangesRoutePorts } from './routes/changes.ts'
import { cloudPostRoutes, type CloudPostRoutePorts } from './routes/cloud-posts.ts'
import { cloudSetupRoutes, type CloudSetupRoutePorts } from './routes/cloud-setup.ts'
import { connectRoutes, type ConnectRoutePorts } from './routes/connect.ts'
import { guideRoutes, type GuideRoutePorts } from './routes/guide.ts'
import { mediaRenderingRoutes, type MediaRenderingPorts } from './routes/media-renderings.ts'
import { mediaUseRoutes } from './routes/media-uses.ts'
import { plannerRoutes, type PlannerRoutePorts } from './routes/planner.ts'
import { queueRoutes, type QueueRoutePorts } from './routes/queue.ts'
import { setupRoutes, type SetupRoutePorts } from './routes/setup.ts'
import { signInRoutes, type SignInPorts } from './routes/sign-in.ts'
import { storyRepostSetupRoutes, type StoryRepostSetupPorts } from './routes/story-repost-setup.ts'
import { systemRoutes, type SystemRoutePorts } from './routes/system.ts'

export interface PageRoutePorts
  extends
    SignInPorts,
    ConnectRoutePorts,
    SetupRoutePorts,
    GuideRoutePorts,
    CloudSetupRoutePorts,
    CloudPostRoutePorts,
    QueueRoutePorts,
    PlannerRoutePorts,
    SystemRoutePorts,
    ChangesRoutePorts,
    StoryRepostSetupPorts,
    MediaRenderingPorts {
  /** Avatars need a part of what uploads need. */
  readonly images: ImagePipeline
}

export function pageApiRoutes(ports: PageRoutePorts) {
  return new Hono<AppEnv>()
    .route('/', signInRoutes(ports))
    .route('/', connectRoutes(ports))
    .route('/', setupRoutes(ports))
    .route('/', guideRoutes(ports))
    .route('/', cloudSetupRoutes(ports))
    .route('/', cloudPostRoutes(ports))
    .route('/', queueRoutes(ports))
    .route('/', plannerRoutes(ports))
    .route('/', systemRoutes(ports))
    .route('/', changesRoutes(ports))
    .route('/', storyRepostSetupRoutes(ports))
    .route('/', mediaRenderingRoutes(ports))
    .route('/', mediaUseRoutes(ports))
}

/** What the page's typed client of them is made from. */
export type PageRoutes = ReturnType<typeof pageApiRoutes>
