import { app } from './app.ts'
import { signIn } from './sign-in.ts'
import { compose } from './compose.ts'
import { library } from './library.ts'
import { plan } from './plan.ts'
import { posts } from './posts.ts'
import { reposts } from './reposts.ts'
import { accounts } from './accounts.ts'
import { cloud } from './cloud.ts'
import { settings } from './settings.ts'
import { shared } from './shared.ts'

export const english = {
  app,
  signIn,
  compose,
  library,
  plan,
  posts,
  reposts,
  accounts,
  cloud,
  settings,
  shared,
}
