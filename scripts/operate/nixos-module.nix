# services.gleaner for NixOS. The hardening is that of gleaner.service beside this file; scripts/check-flake.sh compares
# them.
{ self }:
{ config, lib, pkgs, ... }:
let
  cfg = config.services.gleaner;
  # settings.domain_delay becomes GLEANER_DOMAIN_DELAY.
  variables = lib.mapAttrs' (name: value: lib.nameValuePair "GLEANER_${lib.toUpper name}" (toString value)) cfg.settings;
in
{
  options.services.gleaner = {
    enable = lib.mkEnableOption "Gleaner, which fetches web pages politely and hands them over clean";
    package = lib.mkOption {
      type = lib.types.package;
      default = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
      description = "The package that is run.";
    };
    settings = lib.mkOption {
      type = with lib.types; attrsOf (oneOf [ str int path ]);
      default = { };
      example = { port = 8090; domain_delay = "2 seconds"; store_bytes = "2 GiB"; };
      description = "The settings, by the names of their variables without GLEANER_. Keys belong into keysFile.";
    };
    keysFile = lib.mkOption {
      type = lib.types.path;
      example = "/run/secrets/gleaner-keys";
      description = "File with one name:secret on each line. systemd hands it to the service; nobody else need be able to read it.";
    };
    environmentFile = lib.mkOption {
      type = with lib.types; nullOr path;
      default = null;
      description = "File with more variables, such as GLEANER_STORE with a password or OTEL_EXPORTER_OTLP_HEADERS.";
    };
  };

  config = lib.mkIf cfg.enable {
    systemd.services.gleaner = {
      description = "Gleaner, which fetches web pages politely";
      wants = [ "network-online.target" ];
      after = [ "network-online.target" ];
      wantedBy = [ "multi-user.target" ];
      environment = {
        GLEANER_API_KEYS = "file:%d/keys";
        GLEANER_STORE = "sqlite:%S/gleaner/jobs.db";
        GLEANER_CACHE_DIRECTORY = "%C/gleaner";
        HOME = "%S/gleaner";
        # With few arenas of malloc, the threads of Node leave 25 to 40 MiB less behind.
        MALLOC_ARENA_MAX = "2";
      } // variables;
      serviceConfig = {
        Type = "exec";
        ExecStart = "${lib.getExe cfg.package} serve";
        LoadCredential = "keys:${cfg.keysFile}";
        StateDirectory = "gleaner";
        StateDirectoryMode = "0700";
        CacheDirectory = "gleaner";
        CacheDirectoryMode = "0700";
        WorkingDirectory = "%S/gleaner";
        Restart = "on-failure";
        RestartSec = 2;
        TimeoutStopSec = 30;

        DynamicUser = true;
        UMask = "0077";
        ProtectSystem = "strict";
        ProtectHome = true;
        PrivateTmp = true;
        PrivateDevices = true;
        PrivateIPC = true;
        ProtectClock = true;
        ProtectHostname = true;
        ProtectKernelLogs = true;
        ProtectKernelModules = true;
        ProtectKernelTunables = true;
        ProtectControlGroups = true;
        ProtectProc = "invisible";
        NoNewPrivileges = true;
        CapabilityBoundingSet = "";
        AmbientCapabilities = "";
        LockPersonality = true;
        RemoveIPC = true;
        RestrictRealtime = true;
        RestrictSUIDSGID = true;
        RestrictAddressFamilies = "AF_INET AF_INET6 AF_UNIX AF_NETLINK";
        RestrictNamespaces = "user pid net";
        SystemCallArchitectures = "native";
        SystemCallFilter = "@system-service chroot seccomp unshare";
        SystemCallErrorNumber = "EPERM";
      } // lib.optionalAttrs (cfg.environmentFile != null) { EnvironmentFile = cfg.environmentFile; };
    };
  };
}
