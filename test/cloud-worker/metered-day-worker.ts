// Runs metered days for `npm run bench -- idle-day`: GET /<posts> answers with what one used. Each runs in an object of its own.
import { DurableObject } from 'cloudflare:workers'
import type { Day } from '../fakes/cloud/free-plan.ts'
import { liveOneDay } from './metered-day.ts'

export class Scheduler extends DurableObject {
  live(posts: number): Promise<Day> {
    return liveOneDay(this.ctx.storage, posts)
  }
}

interface Bindings {
  readonly SCHEDULER: DurableObjectNamespace<Scheduler>
}

// oxlint-disable-next-line import/no-default-export -- the runtime asks for it
export default {
  async fetch(request, { SCHEDULER }) {
    const posts = Number(new URL(request.url).pathname.slice(1))
    return Response.json(await SCHEDULER.get(SCHEDULER.newUniqueId()).live(posts))
  },
} satisfies ExportedHandler<Bindings>
