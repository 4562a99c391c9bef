import { OpenAPIHono } from '@hono/zod-openapi'
import { getCloudDiagnostics, getCloudStatus, getCronStatus, listCloudKeys } from '../../api/cloud.ts'
import {
  createCloudStatus,
  cronStatus,
  diagnose,
  listKeys,
  type DiagnosticsPorts,
} from '../../cloud/diagnostics/diagnostics.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export type CloudRoutePorts = DiagnosticsPorts

export function cloudRoutes(ports: CloudRoutePorts) {
  const cloudStatus = createCloudStatus(ports)
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(getCloudStatus, async (c) => c.json(await cloudStatus(), 200))
    .openapi(getCloudDiagnostics, async (c) => c.json(await diagnose(ports), 200))
    .openapi(getCronStatus, async (c) => c.json(await cronStatus(ports), 200))
    .openapi(listCloudKeys, async (c) => {
      const { prefix = '' } = c.req.valid('query')
      return c.json(await listKeys(ports, prefix), 200)
    })
}
