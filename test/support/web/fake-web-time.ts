export * from "../../../src/testing/time-passes.ts"
