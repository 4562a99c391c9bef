import { getCloudDiagnostics, getCloudStatus, getCronStatus, listCloudKeys } from '../../api/cloud.ts'
import type { Cloud } from '../../features/cloud/cloud.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function cloudRoutes(cloud: Cloud) {
  return openApiRoutes()
    .openapi(getCloudStatus, async (c) => c.json(await cloud.readStatus(), 200))
    .openapi(getCloudDiagnostics, async (c) => c.json(await cloud.diagnose(), 200))
    .openapi(getCronStatus, async (c) => c.json(await cloud.readCron(), 200))
    .openapi(listCloudKeys, async (c) => c.json(await cloud.listKeys(c.req.valid('query').prefix ?? ''), 200))
}
