// What a person may want to begin with.
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'plan_my_week',
    {
      title: 'Plan my week',
      description: 'Fills the free posting times of the next seven days from the library.',
      argsSchema: z.object({ about: z.string().optional().describe('What the week is about') }),
    },
    // Some clients send what their user has left empty.
    ({ about = '' }) =>
      asUser(
        `Plan my posts for the next seven days${about.trim() === '' ? '' : `, about ${about.trim()}`}.`,
        'Look at my accounts (list_accounts), their free times (list_free_times), what is scheduled already and what I have published lately (list_posts; get_post has the whole caption), so that nothing repeats.',
        'Choose pictures and videos from the library that no post uses yet (list_media with unused), and look at each (look_at_media; of a video it shows the first frame) before you write about it.',
        'Write one draft per free time, with a caption in the voice of my posts and, for pictures, an alt text (save_draft), and check it (validate_post with its postId and the time).',
        'Show me the plan as a table and wait. Schedule only what I agree to (schedule_draft).',
      ),
  )
  server.registerPrompt(
    'check_my_posts',
    { title: 'Check my posts', description: 'What needs me, and what will go wrong in the coming days.' },
    () =>
      asUser(
        'Check my posts of the coming days, and my drafts.',
        'Look at what needs a person (list_attention), then at every draft and every scheduled post (list_posts by status): read it (get_post) for spelling and missing alt texts, and have it checked by its id (validate_post), which finds problems and warns of posts that are too close or too alike.',
        'Tell me what to do, most urgent first. Change nothing before I agree.',
      ),
  )
}

function asUser(...sentences: string[]) {
  return {
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: sentences.join(' ') } }],
  }
}
