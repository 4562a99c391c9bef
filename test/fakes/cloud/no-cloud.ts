import type { CloudRunner } from '../../../core/features/scheduling/cloud-runner.ts'

/** Without a cloud, everything runs here. */
export const NO_CLOUD: CloudRunner = {
  handOver: async () => ({ owner: 'local', warning: null }),
  mayTake: async () => false,
  prepare: async (post) => ({ post, handover: null }),
  edit: async (before) => before,
  planCancel: () => null,
  planEdit: () => null,
  settle: async () => {},
  cancel: async () => {},
  recall: async () => {},
  takeOver: async () => {},
  cancelAccount: async () => {},
  noteDeletion: async () => {},
  accountChanged() {},
}
