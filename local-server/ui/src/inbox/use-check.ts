import { pageApi, parseResponse } from '../api-client.ts'
import { keys } from '../query-keys.ts'
import { useAnsweredChange } from '../shared/use-change.ts'

/** Tries what can be tried without publishing, for the posts of the next two days. */
export const useCheck = () =>
  useAnsweredChange(keys.attention, () => parseResponse(pageApi.attention.check.$post()))
