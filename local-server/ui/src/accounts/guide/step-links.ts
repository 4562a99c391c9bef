import { loginOf, type GuideStep, type GuideWay } from '../../../../../core/setup/guide-steps.ts'

/** Link of a step, opened in a new tab. */
export interface GuideLink {
  readonly name: 'newApp' | 'appSettings' | 'tester' | 'pages'
  readonly href: string
}

const APPS: GuideLink = { name: 'newApp', href: 'https://developers.facebook.com/apps/' }
const TESTER: GuideLink = { name: 'tester', href: 'https://www.instagram.com/accounts/manage_access/' }
const PAGES: GuideLink = { name: 'pages', href: 'https://www.facebook.com/pages/' }

/** `appId` is known once it was entered; Meta's own id leads into the dashboard of the app, Instagram's does not. */
export function linksOfStep(step: GuideStep, way: GuideWay, appId: string | null): GuideLink[] {
  switch (step) {
    case 'page':
      return [PAGES]
    case 'tester':
      return [APPS, TESTER]
    case 'app':
    case 'token':
    case 'credentials':
      return [APPS]
    case 'redirect':
      return loginOf(way) === 'partner' && appId !== null
        ? [{ name: 'appSettings', href: `https://developers.facebook.com/apps/${appId}/` }]
        : [APPS]
    case 'professional':
    case 'login':
      return []
  }
}
