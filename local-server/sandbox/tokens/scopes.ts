// The permissions that the two logins know. Others are refused, as the platform refuses names it has never heard of.

export const PLATFORM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
] as const
export type PlatformScope = (typeof PLATFORM_SCOPES)[number]

export const PARTNER_SCOPES = [
  'public_profile',
  'email',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_contents',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_messages',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_metadata',
  'publish_video',
  'business_management',
  'ads_management',
  'ads_read',
] as const
export type PartnerScope = (typeof PARTNER_SCOPES)[number]

export type Scope = PlatformScope | PartnerScope
