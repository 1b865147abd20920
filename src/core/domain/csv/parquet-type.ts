/** Media type of Parquet, registered with IANA. */
export const parquetType = "application/vnd.apache.parquet"
