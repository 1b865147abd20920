import angular from "angular"
import { fixturePages, foot, navigation } from "../content.ts"
import { asked } from "../tree.ts"

angular.module("site", []).controller("page", [
  "$scope",
  ($scope: Record<string, unknown> & { readonly $apply: () => void }) => {
    void asked().then((page) => {
      Object.assign($scope, { page: fixturePages[page], navigation, foot })
      $scope.$apply()
    })
  }
])
