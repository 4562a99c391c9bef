// Everything the Workers runtime calls, and nothing else.
import { compose } from './compose.ts'

export default {
  fetch: (request, env, context) => compose(env).fetch(request, env, context),
} satisfies ExportedHandler<Env>
