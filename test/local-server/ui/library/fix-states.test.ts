import { describe, expect, it } from 'vitest'
import { stateOfFixes, type BegunFix } from '../../../../local-server/ui/src/library/fit/use-fix.ts'

const fix = (status: BegunFix['status'], ...fileIds: string[]): BegunFix => ({ fileIds, status })

describe('the changes of the files of a post', () => {
  it('are under way until the last of them has ended', () => {
    expect(stateOfFixes([fix('pending', 'a'), fix('success', 'b')]).isUnderWay).toBe(true)
    expect(stateOfFixes([fix('success', 'a'), fix('error', 'b')]).isUnderWay).toBe(false)
  })

  it('have failed for one file, whatever was done to another meanwhile', () => {
    expect(stateOfFixes([fix('error', 'a'), fix('success', 'b')]).hasFailed).toBe(true)
    expect(stateOfFixes([fix('success', 'a'), fix('success', 'b')]).hasFailed).toBe(false)
    expect(stateOfFixes([]).hasFailed).toBe(false)
  })

  it('have not failed where the file was changed at last', () => {
    expect(stateOfFixes([fix('error', 'a'), fix('success', 'a')]).hasFailed).toBe(false)
    expect(stateOfFixes([fix('error', 'a', 'b'), fix('success', 'a')]).hasFailed).toBe(false)
    expect(stateOfFixes([fix('success', 'a'), fix('error', 'a')]).hasFailed).toBe(true)
  })
})
